/**
 * What people decided, recorded independently of the product. For each night it has the decisions that may be
 * right: one if the last writer is certain, several while an edit in the calendar races with a page, or after
 * a request whose answer was lost.
 */
export interface Model {
  readonly nights: ReadonlyMap<string, NightModel>
}

/** `free` where the plan chooses, or `a`, `b`, `sitter:<name>` where a person fixed it. */
export type Decision = string

interface NightModel {
  /** The decisions that were possible before an edit in the calendar, and remain possible until it is read. */
  before: readonly Decision[]
  /** The decisions that are possible now. */
  candidates: readonly Decision[]
  /** Whether people have edited the event since then, and whom its earlier titles named. */
  edited: boolean
  stood: readonly Decision[]
}

export const emptyModel: Model = { nights: new Map() }

/** The possible decisions for a night. */
export function candidatesOf(model: Model, night: string): readonly Decision[] {
  return nightOf(model, night).candidates
}

/** A page confirmed it. An unread edit in the calendar may still override it. */
export function accepted(model: Model, night: string, decision: Decision): Model {
  const known = nightOf(model, night)
  const unread = known.edited ? known.candidates : []
  return change(model, night, {
    ...known,
    before: [decision],
    candidates: unique([decision, ...unread]),
  })
}

/** The answer was lost, so it may or may not be stored. */
export function inDoubt(model: Model, night: string, decision: Decision): Model {
  const known = nightOf(model, night)
  return change(model, night, { ...known, candidates: unique([...known.candidates, decision]) })
}

/**
 * A person wrote a name into the event of the night, whose title had named `stood`. It counts; except where it only
 * names again who had stood there before edits that may not have been read: then nothing may have happened.
 * `loose`: the night may be too old to be changed, or the event on its way out of this calendar.
 */
export function wrote(
  model: Model,
  night: string,
  edit: { decision: Decision; stood: Decision; loose: boolean },
): Model {
  const known = nightOf(model, night)
  const stood = unique([...known.stood, edit.stood])
  const putBack = stood.includes(edit.decision)
  const before = known.edited ? known.before : known.candidates
  const others = putBack || edit.loose ? [...before, ...known.candidates] : []
  return change(model, night, {
    before,
    candidates: unique([edit.decision, ...others]),
    edited: true,
    stood,
  })
}

/** A person made the event unreadable; its title had named `named`. Earlier edits of it may never be read. */
export function spoiled(model: Model, night: string, named: Decision): Model {
  const known = nightOf(model, night)
  const stood = unique([...known.stood, named])
  if (!known.edited) return change(model, night, { ...known, stood })
  const candidates = unique([...known.before, ...known.candidates])
  return change(model, night, { ...known, stood, candidates })
}

/** The calendar, a name or the limit changed: unread edits may be interpreted differently. */
export function unsettled(model: Model, more: (decision: Decision) => readonly Decision[]): Model {
  const nights = new Map(model.nights)
  for (const [night, known] of nights)
    if (known.edited)
      nights.set(night, {
        ...known,
        candidates: unique([
          ...known.before,
          ...known.candidates,
          ...known.candidates.flatMap(more),
        ]),
      })
  return { nights }
}

/** Other settings hold: an unread edit with an old name now means a babysitter; another zone or limit may refuse it. */
export function withOtherSettings(model: Model, oldNames: Record<'a' | 'b', string>): Model {
  return unsettled(model, decision =>
    decision === 'a' || decision === 'b' ? [`sitter:${oldNames[decision].toLowerCase()}`] : [],
  )
}

/**
 * All edits were read and all jobs are done, so the actual state is what people decided. Only an edit of a night before
 * `oldest`, which is too old to be changed, may still count: when the household moves to a zone where it is tonight.
 */
export function settledAs(
  model: Model,
  actual: ReadonlyMap<string, Decision>,
  oldest?: Temporal.PlainDate,
): Model {
  const nights = new Map<string, NightModel>()
  for (const night of new Set([...model.nights.keys(), ...actual.keys()])) {
    const decision = actual.get(night) ?? 'free'
    const before = [decision]
    const known = nightOf(model, night)
    const isOver = oldest !== undefined && Temporal.PlainDate.compare(night, oldest) < 0
    nights.set(
      night,
      isOver && known.edited
        ? { ...known, before, candidates: unique([decision, ...known.candidates]) }
        : { before, candidates: before, edited: false, stood: [] },
    )
  }
  return { nights }
}

/** A line for each night that differs from what people decided. */
export function faultsOf(model: Model, actual: ReadonlyMap<string, Decision>): string[] {
  const nights = [...new Set([...model.nights.keys(), ...actual.keys()])].toSorted()
  return nights.flatMap(night => {
    const decision = actual.get(night) ?? 'free'
    const { candidates } = nightOf(model, night)
    if (candidates.includes(decision)) return []
    return [`night ${night} is ${decision}, and people decided ${candidates.join(' or ')}`]
  })
}

/** How many nights have more than one possible decision, which weakens the check. */
export function ambiguous(model: Model): number {
  return [...model.nights.values()].filter(({ candidates }) => candidates.length > 1).length
}

function nightOf({ nights }: Model, night: string): NightModel {
  return nights.get(night) ?? { before: ['free'], candidates: ['free'], edited: false, stood: [] }
}

function change(model: Model, night: string, known: NightModel): Model {
  return { nights: new Map(model.nights).set(night, known) }
}

function unique<One>(list: readonly One[]): One[] {
  return [...new Set(list)]
}
