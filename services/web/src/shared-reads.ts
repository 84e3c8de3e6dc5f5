import {
  readHomeState,
  readVisits,
  type Database,
  type HomeAnswer,
  type HomeQuestion,
  type Visit,
} from '@night-routine/database'
import { inRounds, withinTime } from '@night-routine/service'

/** A database that is silent for so long must not hold up whoever comes next. */
const silenceMs = 4_000

/** Whose session a cookie is: one question for all who ask at the same time. */
export function visitsInRounds(db: Database): (tokenHash: string) => Promise<Visit | undefined> {
  const read = inRounds((hashes: readonly string[]) =>
    withinTime(readVisits(db, [...new Set(hashes)]), silenceMs),
  )
  return async tokenHash =>
    (await read(tokenHash)).find(({ session }) => session.tokenHash === tokenHash)
}

/** How things stand with some nights: one question for all who ask for the same at the same time. */
export function homeStateInRounds(db: Database): (asked: HomeQuestion) => Promise<HomeAnswer> {
  const read = inRounds(async (asked: readonly HomeQuestion[]) => {
    const answers = [...Map.groupBy(asked, nightsOf)].map(async ([nights, questions]) => {
      const answer = await readHomeState(db, oneOf(questions))
      return [nights, answer] as const
    })
    return new Map(await withinTime(Promise.all(answers), silenceMs))
  })
  return async question => {
    const answer = (await read(question)).get(nightsOf(question))
    if (answer === undefined) throw new Error('A round answers each question.')
    return answer
  }
}

function nightsOf({ shown, next }: HomeQuestion) {
  return [shown.from, shown.to, next.from, next.to].join(' ')
}

// Whoever knows another state than the others, or none, is told all of it.
function oneOf([first, ...others]: readonly HomeQuestion[]): HomeQuestion {
  if (first === undefined) throw new Error('There is no round without a question.')
  return others.every(({ known }) => known === first.known) ? first : { ...first, known: null }
}
