export { runCommand } from './command.ts'
export { backUp } from './recovery/back-up.ts'
export { restore } from './recovery/restore.ts'
