import type { Test } from 'tap'
import type { Answer, RunningVault } from '../running-vault.ts'

/** A body, and the code it is refused with; undefined where it is no refusal. */
export type Case = readonly [what: string, body: unknown, code: string | undefined]

/** What every endpoint with a JSON body and a token refuses. */
export const badForAll = (body: Answer): Case[] => [
  ['no token', { ...body, token: undefined }, 'NOT_SIGNED_IN'],
  ['no field at all', {}, 'NOT_SIGNED_IN'],
  ['null for a token and odd fields', { token: null, id: 1, name: [], ids: {} }, 'NOT_SIGNED_IN'],
  ['an unknown token and odd fields', { token: 'x', id: 1, name: [], ids: {} }, 'NOT_SIGNED_IN'],
  ['an empty token', { ...body, token: '' }, 'NOT_SIGNED_IN'],
  ['an unknown token', { ...body, token: 'x'.repeat(43) }, 'NOT_SIGNED_IN'],
  ['a token of 4 kB', { ...body, token: 'x'.repeat(5_000) }, 'INVALID_REQUEST'],
  ['a token with NUL', { ...body, token: '\0' }, 'NOT_SIGNED_IN'],
  ['a token that is a number', { ...body, token: 1 }, 'INVALID_REQUEST'],
  ['a token that is an object', { ...body, token: { $ne: null } }, 'INVALID_REQUEST'],
  ['an array', [body], 'INVALID_REQUEST'],
  ['null', 'null', 'INVALID_REQUEST'],
  ['a number', '1', 'INVALID_REQUEST'],
  ['nothing', '', 'INVALID_REQUEST'],
  ['half of a body', '{"token": "', 'INVALID_REQUEST'],
  ['a poisoned prototype', '{"__proto__": {"token": "x"}}', 'INVALID_REQUEST'],
  ['more than 64 KiB', { ...body, more: 'x'.repeat(70_000) }, 'TOO_LARGE'],
]

/** Whether an answer is the refusal that the base of this path gives. */
export async function checkRefusals(
  t: Test,
  { post }: RunningVault,
  { path, main, cases }: { path: string; main: boolean; cases: readonly Case[] },
) {
  for (const [what, body, code] of cases) {
    const answer = await post(path, body)
    const said = `${path}: ${what}`
    if (code === undefined) {
      t.notOk('error' in answer.body, said, { answer: answer.body })
      continue
    }
    t.equal(answer.body['code'], code, said, { answer: answer.body })
    const text = answer.body['error']
    t.ok(typeof text === 'string' && text.length > 5, `${said}: words`)
    t.equal(answer.body['msg'], text, `${said}: msg`)
    if (main) t.equal(answer.status, 200, `${said}: 200 on the main API`)
    else {
      t.ok(answer.status >= 400 && answer.status < 500, `${said}: ${answer.status}`)
      t.equal(answer.body['message'], text, `${said}: message`)
    }
  }
}
