import * as fc from 'fast-check'
import { oddDate } from './odd-dates.ts'
import { oddNumber } from './odd-numbers.ts'
import { oddText } from './odd-text.ts'

type Path = (string | number)[]

/** Every place inside a value, the value itself first. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [
    path,
    ...Object.entries(value).flatMap(([key, inner]) =>
      placesIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ]
}

/** A copy with the value at this place replaced; removed for undefined. */
function withValueAt(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put
  if (Array.isArray(value))
    return value.flatMap((inner: unknown, at): unknown[] => {
      if (at !== key) return [inner]
      const changed = withValueAt(inner, rest, put)
      return changed === undefined ? [] : [changed]
    })
  const entries = Object.entries(value ?? {}).map(([name, inner]): [string, unknown] => [
    name,
    name === key ? withValueAt(inner, rest, put) : inner,
  ])
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined))
}

const deep = (open: string, close: string, depth: number) =>
  open.repeat(depth) + close.repeat(depth)

/** Bytes that are no JSON, or that few readers agree on. */
const broken = (text: string): fc.Arbitrary<Buffer> =>
  fc.oneof(
    fc.constantFrom(
      Buffer.alloc(0),
      Buffer.from('null'),
      Buffer.from('[]'),
      Buffer.from('"text"'),
      Buffer.from('0'),
      Buffer.from(`\ufeff${text}`),
      Buffer.from(`${text}${text}`),
      Buffer.from(`${text}\0`),
      Buffer.from(text, 'utf16le'),
      Buffer.from(text.replaceAll('"', "'")),
      Buffer.from(text.replace('}', ',}')),
      Buffer.from(text.replace('{', '{"__proto__":{"admin":true},')),
      Buffer.from(text.replace('{', '{"constructor":{"prototype":{}},')),
      Buffer.from(deep('[', ']', 20_000)),
      Buffer.from(deep('{"a":', '}', 20_000)),
      Buffer.from(text.replaceAll(/"(?=[^"]*"\s*:)/g, '"x')),
    ),
    // Cut anywhere.
    fc.nat({ max: text.length }).map(length => Buffer.from(text.slice(0, length))),
    // A byte that UTF-8 does not have, anywhere.
    fc
      .tuple(fc.nat({ max: text.length }), fc.constantFrom(0x80, 0xc0, 0xed, 0xf5, 0xff))
      .map(([at, byte]) =>
        Buffer.concat([
          Buffer.from(text.slice(0, at)),
          Buffer.from([byte]),
          Buffer.from(text.slice(at)),
        ]),
      ),
  )

/** `valid` as JSON bytes with one defect: a value replaced, removed or added, or a fault of form. */
export function oddJson(valid: unknown): fc.Arbitrary<Buffer> {
  const value: fc.Arbitrary<unknown> = fc.oneof(
    { weight: 4, arbitrary: oddText() },
    { weight: 2, arbitrary: oddNumber() },
    { weight: 1, arbitrary: oddDate() },
    {
      weight: 2,
      arbitrary: fc.constantFrom<unknown>(undefined, null, true, false, [], {}, [[]], [null], {
        a: 1,
      }),
    },
  )
  const replaced = fc
    .tuple(fc.constantFrom(...placesIn(valid)), value)
    .map(([path, put]) => Buffer.from(JSON.stringify(withValueAt(valid, path, put)) ?? ''))
  return fc.oneof(
    { weight: 4, arbitrary: replaced },
    { weight: 1, arbitrary: broken(JSON.stringify(valid)) },
  )
}
