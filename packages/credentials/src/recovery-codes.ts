import { hash, randomInt } from 'node:crypto'

/** Crockford's digits of base 32: none looks like another. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 16
/** Of codes from before 1.1.0. */
const shortLength = 8
const count = 10

/** Ten codes, such as `k7fq-2m9x-h3vd-8w5n`, for the day the device is gone; a digest of 80 bits says nothing. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => {
    const code = Array.from({ length }, () => digits.charAt(randomInt(digits.length))).join('')
    return code.replaceAll(/(.{4})(?=.)/g, '$1-')
  })
}

/** A code without its dash. */
const form = new RegExp(`^(?:[${digits}]{${length}}|[${digits}]{${shortLength}})$`)

/** The stored form of a recovery code as a person enters it; undefined if this cannot be one. */
export function recoveryCodeHash(code: string): string | undefined {
  const bare = code
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
  return form.test(bare) ? hash('sha256', bare) : undefined
}
