import { hash, randomInt } from 'node:crypto'

/** Crockford's digits of base 32: none looks like another. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 8
const count = 10

/** Ten codes for the day on which the device with the one-time codes is gone, such as `k7fq-2m9x`; each has 40 bits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => {
    const code = Array.from({ length }, () => digits.charAt(randomInt(digits.length))).join('')
    return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`
  })
}

/** A code without its dash. */
const form = new RegExp(`^[${digits}]{${length}}$`)

/** The stored form of a recovery code as a person enters it; undefined if this cannot be one. */
export function recoveryCodeHash(code: string): string | undefined {
  const bare = code
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
  return form.test(bare) ? hash('sha256', bare) : undefined
}
