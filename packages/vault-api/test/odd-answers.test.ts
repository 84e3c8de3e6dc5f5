import { checkOdd, oddJson, oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'
import { VaultError } from '../src/index.ts'
import { fileRows } from './endpoints/file-rows.ts'
import { siteRows } from './endpoints/site-rows.ts'
import { userRows } from './endpoints/user-rows.ts'
import { vaultRows } from './endpoints/vault-rows.ts'
import { hurriedClient, scriptedHost, type Answer } from './scripted-host.ts'

/** Whether a text of a host can be stored and printed. */
function isWhole(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(isWhole)
}

/** The usual answer of each endpoint, and what is called. */
const calls = [...userRows, ...vaultRows, ...siteRows, ...fileRows].flatMap(({ call, shapes }) => {
  const [usual] = shapes[0] ?? []
  return usual === undefined ? [] : [{ call, body: usual.body ?? {} }]
})

t.test('any odd answer is a result or a typed error, and the next call works', async t => {
  let answer: Answer = {}
  const host = await scriptedHost(t, () => answer)
  const client = () => hurriedClient(host.address, { patience: { attempts: 1 } })
  const odd = fc.oneof(
    ...calls.map(({ call, body }) =>
      fc.tuple(
        fc.constant(call),
        fc.oneof(
          { weight: 3, arbitrary: oddJson(body).map(bytes => bytes.toString()) },
          {
            weight: 1,
            arbitrary: oddText({ maxLength: 10_000 }).map(error =>
              JSON.stringify({ error, code: error, message: error }),
            ),
          },
        ),
        fc.constantFrom(200, 200, 200, 201, 204, 400, 404, 500),
      ),
    ),
  )
  await checkOdd(t, odd, async ([call, body, status]) => {
    answer = { status, body }
    try {
      const result = await call(client(), host.host)
      if (!isWhole(result)) throw new Error(JSON.stringify(result))
    } catch (error) {
      if (!(error instanceof VaultError)) throw error
      if (!isWhole([error.message, error.code]) || error.message.length > 2_000)
        throw new Error(error.message, { cause: error })
    }
  })
  answer = { body: { sites: [], shared: [] } }
  t.same(await client().sites.list(), { sites: [], shared: [] })
})
