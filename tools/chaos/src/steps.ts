import * as fc from 'fast-check'

const parent = fc.constantFrom('a' as const, 'b' as const)
/** Not names of parents, so that a rename cannot turn a babysitter into a parent. */
const sitter = fc.constantFrom('Dana', 'Kim', 'Noor')
export const parentNames = { a: ['Alex', 'Sasha'], b: ['Robin', 'Jules'] } as const
/** Days from tonight. */
const ahead = fc.integer({ min: 0, max: 20 })
const around = fc.integer({ min: -4, max: 22 })

interface Weighted<One> {
  weight: number
  arbitrary: fc.Arbitrary<One>
}

function kind<Kind extends string, Facts extends object>(
  weight: number,
  name: Kind,
  facts: { [Key in keyof Facts]: fc.Arbitrary<Facts[Key]> },
): Weighted<{ kind: Kind } & Facts> {
  return { weight, arbitrary: fc.record<Facts>(facts).map(of => ({ kind: name, ...of })) }
}

/** A kind of step without further facts. */
function plain<Kind extends string>(weight: number, name: Kind): Weighted<{ kind: Kind }> {
  return { weight, arbitrary: fc.constant({ kind: name }) }
}

const byPeople = [
  kind(14, 'title', {
    offset: ahead,
    who: fc.oneof(parent, sitter),
    spelling: fc.nat({ max: 2 }),
  }),
  kind(3, 'unreadable', {
    offset: ahead,
    summary: fc.constantFrom('Bedtime', '', '[]', '[x] [y]'),
  }),
  kind(4, 'remove', { offset: ahead }),
  kind(4, 'move', { offset: ahead, days: fc.integer({ min: 1, max: 9 }) }),
  kind(2, 'timed', { offset: ahead }),
  kind(3, 'describe', { offset: ahead, text: fc.constantFrom('Bring the bear', 'Late again') }),
  kind(2, 'copy', { offset: ahead }),
  kind(8, 'book', { offset: around, name: sitter, form: fc.boolean(), web: fc.nat({ max: 1 }) }),
  kind(7, 'give', { offset: around, to: parent, web: fc.nat({ max: 1 }) }),
  kind(4, 'swap', { offset: ahead, other: ahead, web: fc.nat({ max: 1 }) }),
  kind(6, 'unlock', { pick: fc.nat({ max: 20 }), web: fc.nat({ max: 1 }) }),
  kind(4, 'undo', { web: fc.nat({ max: 1 }) }),
  kind(3, 'sync', { web: fc.nat({ max: 1 }) }),
  kind(2, 'select', { calendar: fc.constantFrom('family', 'second'), web: fc.nat({ max: 1 }) }),
  kind(4, 'settings', {
    lookAheadDays: fc.constantFrom(7, 14, 21),
    pastLimitDays: fc.constantFrom(0, 2, 5),
    unavailableWeekdays: fc.subarray([1, 3, 6]),
    nameA: fc.constantFrom(...parentNames.a),
    nameB: fc.constantFrom(...parentNames.b),
    timeZone: fc.constantFrom('Europe/Paris', 'Pacific/Pago_Pago', 'Pacific/Kiritimati'),
  }),
  kind(3, 'away', { parent, offset: ahead, nights: fc.integer({ min: 1, max: 5 }) }),
  kind(3, 'back', { which: fc.nat({ max: 5 }) }),
] as const

const service = fc.constantFrom(
  'web-1',
  'web-2',
  'webhook-ingest',
  'scheduler-worker-1',
  'scheduler-worker-2',
)
const times = fc.integer({ min: 1, max: 3 })

const byTheWorld = [
  kind(6, 'kill', { service, milliseconds: fc.integer({ min: 0, max: 1500 }) }),
  kind(2, 'restart', { service }),
  // At most a second longer than a lease, so that another worker may take over meanwhile.
  kind(2, 'freeze', { service, milliseconds: fc.integer({ min: 100, max: 4_000 }) }),
  plain(1, 'restart-postgresql'),
  kind(8, 'answer', {
    fault: fc.constantFrom(
      { status: 401 },
      { status: 403, reason: 'rateLimitExceeded' },
      { status: 410, path: '/events$' },
      { status: 412, method: 'PATCH' },
      { status: 429, retryAfterSeconds: 1 },
      { status: 500 },
      { status: 502 },
      { status: 503 },
    ),
    times,
  }),
  kind(3, 'slow', { milliseconds: fc.constantFrom(300, 1200), times, after: fc.boolean() }),
  kind(3, 'cut', { times, after: fc.boolean() }),
  plain(2, 'expire-sync-tokens'),
  kind(4, 'notifications', {
    mode: fc.constantFrom('deliver', 'drop', 'duplicate', 'hold', 'release', 'release-reversed'),
  }),
  plain(1, 'expire-channel'),
  kind(10, 'pause', { milliseconds: fc.integer({ min: 10, max: 600 }) }),
] as const

const toRedis = [
  plain(2, 'flush-redis'),
  kind(2, 'stop-redis', { milliseconds: fc.integer({ min: 200, max: 3000 }) }),
] as const

type StepIn<Kinds> = Kinds extends readonly Weighted<infer One>[] ? One : never

/** One thing that happens. It has only facts, so that a seed always gives the same steps. */
export type Step = StepIn<typeof byPeople | typeof byTheWorld | typeof toRedis>

/** The step of one kind. */
export type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

/** The steps of a seed, without those to Redis if there is no Redis. */
export function stepsOf(seed: number, count: number, { redis }: { redis: boolean }): Step[] {
  const kinds: Weighted<Step>[] = [...byPeople, ...byTheWorld, ...(redis ? toRedis : [])]
  return fc.sample(fc.oneof(...kinds), { seed, numRuns: count })
}
