import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { Judged, PasswordToJudge } from './judge-password.ts'

/** Why a new password is refused. */
export type PasswordError = 'short' | 'long' | 'common' | 'personal'

/** Characters of a new password that is the only factor (NIST SP 800-63B-4, section 3.1.1.2). */
export const passwordLengths = { shortest: 15, longest: 1024 }

const program = new URL(`./password-thread/main${extname(import.meta.url)}`, import.meta.url)

/** Why a new password is refused: its length, or how easy it is to guess, also for someone who knows whose it is. */
export async function passwordError(
  password: string,
  { email, names = [] }: { email: string; names?: readonly string[] },
): Promise<PasswordError | undefined> {
  // As it is hashed.
  const text = password.normalize('NFKC')
  const { length } = Array.from(text)
  if (length < passwordLengths.shortest) return 'short'
  if (length > passwordLengths.longest) return 'long'
  const judged = await oneAtATime(() => judgeInThread({ text, email, names }))
  return judged === 'hard' ? undefined : judged
}

/** Each takes the memory of the dictionaries. */
const oneAtATime = pLimit(1)

/** A separate thread frees the memory of the dictionaries when it ends, and holds up no request. */
async function judgeInThread(asked: PasswordToJudge): Promise<Judged> {
  const worker = new Worker(program, { workerData: asked })
  try {
    const [answer]: Judged[] = await once(worker, 'message')
    return answer ?? 'common'
  } finally {
    await worker.terminate()
  }
}
