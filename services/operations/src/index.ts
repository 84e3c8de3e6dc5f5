export { runCommand, usageOf } from './command.ts'
export { requireKeys } from './migrate.ts'
export { backUp } from './recovery/back-up.ts'
export { restore } from './recovery/restore.ts'
