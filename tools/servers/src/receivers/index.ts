export { startApprise } from './apprise.ts'
export { startInbox, type Answer, type ReceivedRequest } from './inbox.ts'
export { startNtfy, type NtfyMessage } from './ntfy.ts'
