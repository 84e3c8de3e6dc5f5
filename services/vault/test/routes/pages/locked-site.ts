import { saveSitePassword } from '@night-routine/database/vault'
import type { Test } from 'tap'
import { published } from '../../published-site.ts'
import { quickHash, type VaultOptions } from '../../running-vault.ts'

export const password = 'moonlight sonata'

/** A site that readers need the password for, and what they do. */
export async function lockedSite(t: Test, options: VaultOptions = {}) {
  const files = { 'index.md': '# Welcome', 'calendar.ics': 'BEGIN:VCALENDAR', 'a/b.md': 'deep' }
  const site = await published(t, files, options)
  const { db, token, id, post, url, get } = site
  const setPassword = (wanted: string | null) =>
    post('/api/options', { token, id, password: wanted })
  await saveSitePassword(db, id, await quickHash(password))

  const enter = (given: string, path = '/s/notes/', headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: 'POST',
      body: new URLSearchParams({ password: given }),
      redirect: 'manual',
      headers: { accept: 'text/html', ...headers },
    })
  const cookieFor = async (given: string) =>
    (await enter(given)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const read = async (headers: Record<string, string>, path = '/s/notes/') =>
    (await get(path, { headers, redirect: 'manual' })).status
  return { ...site, setPassword, enter, cookieFor, read }
}

export function basic(given: string, user = 'anybody'): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${user}:${given}`).toString('base64')}` }
}
