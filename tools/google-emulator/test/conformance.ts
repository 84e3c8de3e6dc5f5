import type { Check } from './conformance/check.ts'
import { errorChecks } from './conformance/errors.ts'
import { existenceChecks } from './conformance/existence.ts'
import { readingChecks } from './conformance/reading.ts'
import { syncChecks } from './conformance/sync.ts'
import { writingChecks } from './conformance/writing.ts'

/**
 * What the product relies on, asked over plain HTTP, so that one list judges Google and the
 * emulator alike. A check makes its own events, far in the future, and removes them.
 */
export const checks: readonly Check[] = [
  ...existenceChecks,
  ...writingChecks,
  ...readingChecks,
  ...syncChecks,
  ...errorChecks,
]
