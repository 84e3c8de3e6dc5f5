export {
  ImportRefusal,
  mostBytes,
  packImport,
  tooLarge,
  unpackImport,
  type ImportedHousehold,
} from './imported.ts'
export { readCsv } from './read-csv.ts'
export { readNightRoutine, readNightRoutineFile, readWithin } from './read-night-routine.ts'
export type { ImportOptions } from './import-facts.ts'
export { isEmpty, planImport, type ImportPlan } from './plan-import.ts'
export { importHousehold, previewImport, saveImport, type ImportOutcome } from './import.ts'
export { summarize, type ImportSummary } from './summary.ts'
