/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of an opened library.
 */
#ifndef ROUNDEL_LIBRARY_H
#define ROUNDEL_LIBRARY_H

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Opens a library by its path, also without a directory, unlike dlopen; NULL with errno for a
 * missing or invalid library. */
static inline void *library_open(const char *path) {
  if (access(path, R_OK)) return NULL;
  const size_t bytes = strlen(path) + 1;
  char *own = malloc(bytes + 2);
  if (!own) return NULL;
  memcpy(own, "./", 2);
  memcpy(own + 2, path, bytes);
  void *library = dlopen(strchr(path, '/') ? path : own, RTLD_NOW | RTLD_LOCAL);
  free(own);
  if (!library) errno = ENOEXEC;
  return library;
}

/* A function of the library; sets *missing if the function does not exist. */
static inline void library_function(void *library, const char *name, void *pointer, int *missing) {
  void *found = dlsym(library, name);
  if (!found) *missing = 1;
  memcpy(pointer, &found, sizeof found); /* POSIX pointers to functions and objects have one size */
}

#endif
