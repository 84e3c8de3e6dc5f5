import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import pLimit from 'p-limit'

const derive = promisify(argon2)

/** The cost of a hash: OWASP's second recommendation, 19 MiB and two passes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const hashBytes = 32

/** Hashing takes memory and CPU, so at most two run at once. */
const inTurn = pLimit(Math.max(1, Math.min(2, availableParallelism() - 1)))

/** argon2id in the usual `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string, given = cost): Promise<string> {
  const nonce = randomBytes(16)
  const hash = await argon2id(password, { ...given, nonce, tagLength: hashBytes })
  return inUsualForm(given, unpadded(nonce), unpadded(hash))
}

function inUsualForm({ memory, passes, parallelism }: typeof cost, salt: string, hash: string) {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt}$${hash}`
}

/** Compared if there is no account, so that the time does not show whether one exists. */
const nobodys = inUsualForm(cost, 'A'.repeat(22), 'A'.repeat(43))

/** Whether a password matches a hash; undefined means that the account does not exist. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(
    stored ?? nobodys,
  )
  if (!parts) throw new Error('This is not a hash of a password.')
  const [, memory, passes, parallelism, salt = '', hash = ''] = parts
  const kept = Buffer.from(hash, 'base64')
  const options = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: kept.length,
  }
  return timingSafeEqual(kept, await argon2id(password, options)) && stored !== undefined
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

async function argon2id(
  password: string,
  options: typeof cost & { nonce: Buffer; tagLength: number },
): Promise<Buffer> {
  // Keyboards differ in how they compose accented letters.
  const message = password.normalize('NFKC')
  return inTurn(() => derive('argon2id', { message, ...options }))
}
