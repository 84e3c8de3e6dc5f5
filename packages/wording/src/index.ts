export { languages, wording } from './wording.ts'
export type { ExplainedNight } from './explain.ts'
export type { Wording } from './wording.ts'
