export { wording } from './wording.ts'
export type { Language, Wording } from './wording.ts'
export type { ExplainedNight } from './explain.ts'
