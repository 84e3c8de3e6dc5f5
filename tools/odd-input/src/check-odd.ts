import * as fc from 'fast-check'

interface NamedTest {
  name: string
}

/** In `npm run test:long`, how long one inlet is tried; all of them together take about ten minutes. */
const longMilliseconds = 30_000

/**
 * Checks a property of an inlet: `cases` of them (300 unless given) in `npm test`, in `npm run test:long` as many as
 * half a minute allows, with the count and the seed printed.
 * @throws Error with the smallest input that fails and its seed
 */
export async function checkOdd<Input>(
  t: NamedTest,
  input: fc.Arbitrary<Input>,
  holds: (input: Input) => unknown,
  { cases = 300 }: { cases?: number } = {},
): Promise<void> {
  // oxlint-disable-next-line node/no-process-env -- only tests call it
  const long = Boolean(process.env['LONG_TESTS'])
  let last: unknown
  const property = fc.asyncProperty(input, async one => {
    last = holds(one)
    await last
  })
  const result = await fc.check(property, {
    ...(long
      ? { numRuns: 10_000_000, interruptAfterTimeLimit: longMilliseconds }
      : { numRuns: cases }),
    markInterruptAsFailure: false,
  })
  // When the time is over, fast-check does not wait for the last case, which would run beside the next test.
  await Promise.resolve(last).catch(() => {})
  if (result.failed) {
    const report = (await fc.asyncDefaultReportMessage(result)) ?? 'failed'
    // Odd characters can break the line that tap prints.
    const text = `${report}\n${String(result.errorInstance)}`.replaceAll(/[^\n -~]/gu, escaped)
    throw new Error(text)
  }
  // tap passes standard error on as it is.
  if (long) process.stderr.write(`${t.name}: ${result.numRuns} cases, seed ${result.seed}\n`)
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`
}
