import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Why a new password is refused. */
export type PasswordTrouble = 'short' | 'long' | 'common' | 'personal'

/** Characters of a new password that is the only factor (NIST SP 800-63B-4, section 3.1.1.2). */
export const passwordLengths = { shortest: 15, longest: 1024 }

/**
 * What is wrong with a new password: its length, that it is as easy to guess as those of many people, or that it is so
 * for someone who knows whose it is and for what. The first call loads the list of common passwords.
 */
export async function passwordTrouble(
  password: string,
  { email, names = [] }: { email: string; names?: readonly string[] },
): Promise<PasswordTrouble | undefined> {
  // As it is hashed.
  const text = password.normalize('NFKC')
  const { length } = Array.from(text)
  if (length < passwordLengths.shortest) return 'short'
  if (length > passwordLengths.longest) return 'long'
  estimator ??= loadEstimator()
  const zxcvbn = await estimator
  const { guesses } = zxcvbn.check(text, contextWords(email, names))
  if (guesses >= leastGuesses) return undefined
  return guesses < zxcvbn.check(text).guesses ? 'personal' : 'common'
}

/** What zxcvbn calls very unguessable, its best score. Any list of common passwords is much shorter. */
const leastGuesses = 1e10

/** The time of zxcvbn grows with the square of the length, so it judges a longer password by its beginning. */
const longestJudged = 64

/** Ways to read digits and signs as letters that zxcvbn tries; each takes time. */
const mostReadings = 10

let estimator: Promise<ZxcvbnFactory> | undefined

// The list takes memory, and most processes never need it.
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [core, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new core.ZxcvbnFactory({
    dictionary: common.dictionary,
    graphs: common.adjacencyGraphs,
    maxLength: longestJudged,
    l33tMaxSubstitutions: mostReadings,
  })
}

/** What a stranger tries first with this person. */
function contextWords(email: string, names: readonly string[]): string[] {
  const local = email.replace(/@.*/s, '')
  const parts = local.split(/[^\p{L}\p{N}]/u)
  const ours = ['night routine', 'night-routine', 'nightroutine']
  const words = [email, local, ...parts, ...names, ...ours]
  return words.map(word => word.normalize('NFKC'))
}
