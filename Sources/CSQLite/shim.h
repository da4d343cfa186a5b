#include <sqlite3.h>

/// Whether closing the last connection leaves the write-ahead log as it is (sqlite3_db_config is variadic).
static inline int rouse_sqlite_keep_log(sqlite3 *database, int keeps) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, 0);
}
