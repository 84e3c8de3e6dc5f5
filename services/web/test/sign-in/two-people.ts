import { randomUUID } from 'node:crypto'
import { hashPassword } from '@night-routine/credentials'
import { transaction } from '@night-routine/database/connection'
import { createCredentials } from '@night-routine/database/credentials'
import { letIn, saveMemberParent } from '@night-routine/database/people'
import type { Test } from 'tap'
import {
  browserOf,
  goodPassword,
  webWithCredentials,
  type Browser,
} from '../web-with-credentials.ts'

export const alexAddress = 'alex@example.com'
export const robinAddress = 'robin@example.com'
export const newPassword = 'eleven otters under a bridge'

/** The good password, which a test checks often, so that it costs less than real ones. */
export const cheapHash = hashPassword(goodPassword, { memory: 8, passes: 1, parallelism: 1 })

/** Web with Alex and Robin, who have been here long enough to vouch for each other, each in a browser of their own. */
export async function twoPeople(t: Test, settings: Record<string, string> = {}) {
  const web = await webWithCredentials(t, settings)
  const passwordHash = await cheapHash
  const since = web.start.subtract({ hours: 8 * 24 })
  await transaction(web.db, async trx => {
    for (const email of [alexAddress, robinAddress]) {
      await createCredentials(trx, { id: randomUUID(), email, passwordHash }, since)
      await letIn(trx, email, since)
    }
  })
  await saveMemberParent(web.db, robinAddress, 'b')
  const alex = browserOf(web.service, { from: '203.0.113.7' })
  const robin = browserOf(web.service, { from: '198.51.100.9' })
  await signIn(alex, { email: alexAddress })
  await signIn(robin)
  await web.db.updateTable('accounts').set({ created_at: since.toString() }).execute()
  return { ...web, alex, robin }
}

/** The path of a link to a new password that a person makes for another one. */
export async function makeLink(maker: Browser, email = robinAddress): Promise<string> {
  const { statusCode, body } = await maker.act('/people/password-link', { email })
  const [path] = /\/identity\/link\?token=[\w.-]+/.exec(body.replace('&#x3D;', '=')) ?? []
  if (statusCode !== 200 || path === undefined) throw new Error(`No link: ${statusCode}`)
  return path
}

/** Signs in with a password, and a code where one is asked for. @returns the page in the end */
export async function signIn(
  browser: Browser,
  { email = robinAddress, password = goodPassword }: { email?: string; password?: string } = {},
) {
  return browser.enter('/auth', { email, password })
}
