export { backUp } from './back-up.ts'
export { runRecovery, type CommandWorld } from './command.ts'
export { restore, type Restored, type RestoreOptions } from './restore.ts'
