#include <sqlite3.h>
#include <string.h>

/// Whether closing the last connection leaves the write-ahead log as it is (sqlite3_db_config is variadic).
static inline int rouse_sqlite_keep_log(sqlite3 *database, int keeps) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, 0);
}

/// Takes a file for what may have been made to do harm (https://sqlite.org/security.html): no view or trigger of its
/// schema runs, and no function that is not harmless.
static inline int rouse_sqlite_distrust(sqlite3 *database) {
  int code = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, 0);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, 0);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, 0);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, 0);
  return code;
}

/// Reads the file, or its write-ahead log, as it is on the disk. Through SQLite's own descriptor: closing another one would
/// drop the locks that SQLite has on the file (fcntl(2)).
static inline int rouse_sqlite_read(sqlite3 *database, int is_log, void *bytes, int count, sqlite3_int64 offset) {
  sqlite3_file *file = 0;
  int what = is_log ? SQLITE_FCNTL_JOURNAL_POINTER : SQLITE_FCNTL_FILE_POINTER;
  memset(bytes, 0, count);
  int code = sqlite3_file_control(database, "main", what, &file);
  if (code != SQLITE_OK || !file || !file->pMethods) return SQLITE_MISUSE;
  return file->pMethods->xRead(file, bytes, count, offset);
}

/// Waits until no other connection moves the write-ahead log into the file, and prevents that from then on. Returns
/// SQLITE_BUSY if one still does after two seconds. The index must have been read before.
static inline int rouse_sqlite_begin_checkpoint(sqlite3 *database) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK || !file || !file->pMethods || file->pMethods->iVersion < 2) return SQLITE_MISUSE;
  // WAL_CKPT_LOCK (https://sqlite.org/walformat.html#locks)
  for (int turn = 0; turn < 200; turn++) {
    code = file->pMethods->xShmLock(file, 1, 1, SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE);
    if (code != SQLITE_BUSY) return code;
    sqlite3_sleep(10);
  }
  return code;
}

static inline void rouse_sqlite_end_checkpoint(sqlite3 *database) {
  sqlite3_file *file = 0;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK && file)
    file->pMethods->xShmLock(file, 1, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE);
}

/// Reads the beginning of the index of the write-ahead log, which is in memory that connections share: twice 48 bytes that
/// are alike unless another connection just writes them.
static inline int rouse_sqlite_read_index(sqlite3 *database, void *bytes, int count) {
  sqlite3_file *file = 0;
  volatile void *index = 0;
  memset(bytes, 0, count);
  int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK || !file || !file->pMethods || file->pMethods->iVersion < 2) return SQLITE_MISUSE;
  code = file->pMethods->xShmMap(file, 0, 32768, 0, &index);
  for (int turn = 0; code == SQLITE_OK && index && turn < 50; turn++) {
    if (turn > 0) sqlite3_sleep(1);
    memcpy(bytes, (const void *)index, count);
    if (count < 96 || memcmp(bytes, (const char *)bytes + 48, 48) == 0) break;
  }
  return code;
}
