import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as german } from '@zxcvbn-ts/language-de'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { dictionary as spanish } from '@zxcvbn-ts/language-es-es'
import { dictionary as french } from '@zxcvbn-ts/language-fr'
import { commonPhrases } from './common-phrases.ts'

/** A new password of the right length, in the form in which it is hashed, and whose it is. */
export interface PasswordToJudge {
  text: string
  email: string
  names: readonly string[]
}

/** How hard a password is to guess, also for someone who knows the person. */
export type Judged = 'hard' | 'common' | 'personal'

/** What zxcvbn calls very unguessable, its best score. Any list of common passwords is much shorter. */
const leastGuesses = 1e10

/** The time of zxcvbn grows with the square of the length, so it judges a longer password by its beginning. */
const longestJudged = 64

/** Ways to read digits and signs as letters that zxcvbn tries; each takes time. */
const mostReadings = 10

const zxcvbn = new ZxcvbnFactory({
  dictionary: {
    ...common,
    english: english['commonWords-en'],
    french: french['commonWords-fr'],
    german: german.commonWords,
    spanish: spanish['commonWords-es-es'],
    phrases: commonPhrases.map(joined),
  },
  graphs: adjacencyGraphs,
  maxLength: longestJudged,
  l33tMaxSubstitutions: mostReadings,
})

/** Judges a password as it is, and without what stands between its words, which zxcvbn takes for random signs. */
export function judgePassword({ text, email, names }: PasswordToJudge): Judged {
  const forms = [text, joined(text)].filter(form => form !== '')
  const guesses = (words?: string[]) =>
    Math.min(...forms.map(form => zxcvbn.check(form, words).guesses))
  const least = guesses(contextWords(email, names))
  if (least >= leastGuesses) return 'hard'
  return least < guesses() ? 'personal' : 'common'
}

/** "Let me in, please" as `letmeinplease`. */
function joined(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** What a stranger tries first with this person. */
function contextWords(email: string, names: readonly string[]): string[] {
  const local = email.replace(/@.*/s, '')
  const parts = local.split(/[^\p{L}\p{N}]/u)
  const ours = ['night routine', 'night-routine', 'nightroutine']
  const words = [email, local, ...parts, ...names, ...ours]
  return words.flatMap(word => [word.normalize('NFKC'), joined(word)])
}
