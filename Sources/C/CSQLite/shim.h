#include <sqlite3.h>

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
