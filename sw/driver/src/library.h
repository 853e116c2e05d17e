/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of a library that was opened.
 */
#ifndef ROUNDEL_LIBRARY_H
#define ROUNDEL_LIBRARY_H

#include <dlfcn.h>
#include <string.h>

/* A function of the library; *missing is set where it has none. */
static inline void library_function(void *library, const char *name, void *pointer, int *missing) {
  void *found = dlsym(library, name);
  if (!found) *missing = 1;
  memcpy(pointer, &found, sizeof found); /* POSIX has functions and objects of one size */
}

#endif
