import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKeys, type TokenKeys } from '@night-routine/database'

/** No 0, 1, I and O, which look alike. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 12

/**
 * The code with which the first person comes in, such as `K7FQ-2M9X-QW4T`: 60 bits, which the log of web shows. It is
 * derived from SECRET_KEYS, so that all copies of web have the same one, also after a restart.
 */
export function setUpCode(keys: TokenKeys): string {
  return codesOf(keys)[0].replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** Whether a person entered the code; spaces, dashes and case do not matter. */
export function isSetUpCode(keys: TokenKeys, given: string): boolean {
  const entered = Buffer.from(given.toUpperCase().replaceAll(/[^A-Z2-9]/g, ''))
  return codesOf(keys).some(code => {
    const bytes = Buffer.from(code)
    return entered.length === bytes.length && timingSafeEqual(entered, bytes)
  })
}

/** The code of each key, that of the newest first. */
function codesOf(keys: TokenKeys): [string, ...string[]] {
  const [newest, ...older] = deriveKeys(keys, 'set-up code')
  return [codeOf(newest), ...older.map(codeOf)]
}

function codeOf(key: Buffer): string {
  const digest = createHmac('sha256', key).update('1').digest().subarray(0, length)
  return [...digest].map(byte => letters[byte % letters.length]).join('')
}
