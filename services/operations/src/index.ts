export { runCommand } from './command.ts'
export { backUp } from './recovery/back-up.ts'
export { restore, type Restored, type RestoreOptions } from './recovery/restore.ts'
