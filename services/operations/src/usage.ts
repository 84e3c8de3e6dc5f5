/** Printed for a missing or unknown command. */
export const usage = `migrate [household] [vault]                     migrates the tables to this version
doctor                                          checks the whole installation, and says what to fix
backup [FILE]                                   writes a backup
restore FILE [--replace] [--without-files]      restores a backup
restored TIME                                   run it after you restored PostgreSQL by other means
check FILE                                      verifies a backup
keys [--rotate]                                 shows which keys are still needed, or rotates them
nightly [--once]                                makes a backup now and each day, and deletes old ones
young                                           checks that the newest backup is recent enough`
