/** What is printed when no command, or an unknown one, is given. */
export const usage = `migrate [household] [vault]                     brings the tables to this version
doctor                                          looks at the whole installation, and says what to do
backup [FILE]                                   writes a backup
restore FILE [--replace] [--without-files]      puts it back
restored TIME                                   PostgreSQL was put back to that time by other means
check FILE                                      reads it to its end
keys [--rotate]                                 which keys are still needed
nightly [--once]                                a backup at once, and then again and again; old ones go
young                                           whether the newest of them is young enough`
