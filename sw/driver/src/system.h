/* SPDX-License-Identifier: Apache-2.0
 *
 * The system below the driver: memory functions, allocation and a lock. With ROUNDEL_BARE_METAL the
 * driver needs no operating system and no C library: the program provides memcpy and memset, the
 * state of devices is in ROUNDEL_DEVICES static objects, and a single thread calls the driver.
 */
#ifndef ROUNDEL_SYSTEM_H
#define ROUNDEL_SYSTEM_H

#include <stddef.h>

#if defined(ROUNDEL_BARE_METAL)

void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memset(void *to, int value, size_t bytes);

typedef char system_lock;

static inline int system_lock_create(system_lock *lock) {
  *lock = 0;
  return 0;
}
static inline void system_lock_destroy(system_lock *lock) { (void)lock; }
static inline void system_lock_take(system_lock *lock) { (void)lock; }
static inline void system_lock_release(system_lock *lock) { (void)lock; }
static inline void system_free(void *memory) { (void)memory; }
static inline void system_fail(int error) { (void)error; }

#else

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef pthread_mutex_t system_lock;

static inline int system_lock_create(system_lock *lock) { return pthread_mutex_init(lock, NULL); }
static inline void system_lock_destroy(system_lock *lock) { pthread_mutex_destroy(lock); }
static inline void system_lock_take(system_lock *lock) { pthread_mutex_lock(lock); }
static inline void system_lock_release(system_lock *lock) { pthread_mutex_unlock(lock); }
static inline void system_free(void *memory) { free(memory); }
/* Stores an error number for the caller of the driver. */
static inline void system_fail(int error) { errno = error; }

#endif

#pragma GCC visibility push(hidden) /* see backend.h */

/* Memory at a multiple of `alignment`; returns an error number, or 0. Without an operating system
 * the function always fails: the caller provides the memory. */
int roundel_allocate(void **out, size_t alignment, size_t bytes);

#pragma GCC visibility pop

#endif
