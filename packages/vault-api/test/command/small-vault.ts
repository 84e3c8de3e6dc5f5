import { createHash } from 'node:crypto'
import type { Test } from 'tap'
import { deriveKey, keyHash } from '../../src/index.ts'
import { scriptedHost, type Answer, type Seen } from '../scripted-host.ts'

export const token = 'tok-0123456789abcdef'
export const password = 'moonlight-and-owls'
const salt = '000102030405060708090a0b0c0d0e0f'
// Derived once, because scrypt is meant to be expensive.
const proof = deriveKey(password, salt).then(key => keyHash(key, salt, 3))

/** A host with one account, one vault and one site, which remembers files; for the command. */
export async function smallVault(t: Test, { mfa = false }: { mfa?: boolean } = {}) {
  const files = new Map<string, { hash: string; size: number }>()
  const trouble = new Map<string, Answer>()
  const state = {
    files,
    slug: 'nights',
    signedOut: false,
    trouble,
    room: Infinity,
    password: '',
    url: '',
    options: {} as Record<string, unknown>,
    readers: '',
    deleted: [] as string[],
    onUpload: () => {},
    /** Whether the connection of a call breaks. */
    breaks: (_path: string) => false,
  }
  const keyhash = await proof

  function answer(seen: Seen): Answer | null {
    const { path, fields, headers, body } = seen
    if (state.breaks(path)) return null
    const answerInstead = trouble.get(path)
    if (answerInstead !== undefined) return answerInstead
    if (path === '/user/signin') return signIn(fields)
    if ((headers['pub-token'] ?? fields['token']) !== token || state.signedOut)
      return { body: { error: 'Not logged in', code: 'NOT_SIGNED_IN' } }
    switch (path) {
      case '/user/signout':
        state.signedOut = true
        return {}
      case '/user/info':
        return { body: { uid: 'u', name: 'Alex', email: 'alex@example.org', mfa } }
      case '/vault/regions':
        return { body: { regions: [{ id: 'eu', name: 'Europe' }] } }
      case '/vault/list':
        return { body: { vaults: [vault(state.password || keyhash)], shared: [] } }
      case '/vault/create':
        return { body: { id: 'v2', name: fields['name'] } }
      case '/vault/access':
        return fields['keyhash'] === keyhash
          ? { body: { status: 'ok' } }
          : { body: { error: 'Wrong vault key, please try again.' } }
      case '/publish/list':
        return {
          body: {
            sites: [{ id: 's1', host: host.host, ...(state.url && { url: state.url }) }],
            shared: [],
          },
        }
      case '/publish/create':
        return { body: { id: 's2', host: host.host } }
      case '/publish/delete':
        state.deleted.push(String(fields['site_uid']))
        return { body: { status: 'ok' } }
      case '/api/slugs':
        return { body: { s1: state.slug } }
      case '/api/slug':
        if (fields['slug'] === 'taken')
          return { status: 409, body: { code: 'SLUG_TAKEN', message: 'Taken' } }
        state.slug = String(fields['slug'])
        return {}
      case '/api/options':
        Object.assign(state.options, fields['options'])
        if ('password' in fields)
          state.readers = typeof fields['password'] === 'string' ? fields['password'] : ''
        return { body: { ...state.options, hasPassword: state.readers !== '' } }
      case '/api/list':
        return { body: { files: [...files].map(([name, file]) => ({ path: name, ...file })) } }
      case '/api/upload':
        return upload(decodeURIComponent(String(headers['pub-path'])), body)
      case '/api/remove':
        return files.delete(String(fields['path']))
          ? {}
          : { status: 404, body: { code: 'NOT_FOUND', message: 'No such file' } }
      default:
        return { status: 404, body: { code: 'NOT_FOUND', message: 'No such endpoint' } }
    }
  }

  function signIn(fields: Seen['fields']): Answer {
    if (fields['password'] !== password)
      return { body: { error: 'Wrong e-mail or password', code: 'WRONG_CREDENTIALS' } }
    if (mfa && !fields['mfa']) return { body: { error: '2FA code', code: 'MFA_REQUIRED' } }
    if (mfa && fields['mfa'] !== '123456') return { body: { error: 'x', code: 'MFA_INVALID' } }
    return { body: { token, name: 'Alex', email: fields['email'] } }
  }

  function upload(path: string, body: Buffer): Answer {
    if (files.size >= state.room) return { status: 507, body: { error: 'Full' } }
    state.onUpload()
    const hash = createHash('sha256').update(body).digest('hex')
    files.set(path, { hash, size: body.length })
    return { body: { status: 'ok' } }
  }

  const host = await scriptedHost(t, answer)
  return { ...host, state }
}

function vault(field: string) {
  return {
    id: 'v1',
    name: 'Notes',
    password: field,
    salt,
    created: 1,
    host: 'h',
    size: 5,
    encryption_version: 3,
  }
}
