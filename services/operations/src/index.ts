export { backUp } from './recovery/back-up.ts'
export { runRecovery, type CommandWorld } from './recovery/command.ts'
export { restore, type Restored, type RestoreOptions } from './recovery/restore.ts'
