import { text } from '../events/parameters.ts'
import type { Query } from '../events/parameters.ts'
import type { Client } from '../state/provider.ts'
import { OAuthError } from './oauth-error.ts'

/**
 * Checks the client's id and secret, sent in the form or as HTTP Basic.
 *
 * @throws OAuthError 400 `invalid_request` without an id, 401 `invalid_client` for a wrong pair
 */
export function authenticateClient(client: Client, form: Query, authorization: string | undefined) {
  const basic = readBasic(authorization)
  const id = basic?.id ?? text(form, 'client_id')
  const secret = basic?.secret ?? text(form, 'client_secret')
  if (id === undefined) {
    throw new OAuthError(400, 'invalid_request', 'Could not determine client ID from request.')
  }
  if (id !== client.id) {
    throw new OAuthError(401, 'invalid_client', 'The OAuth client was not found.')
  }
  if (secret === undefined) {
    throw new OAuthError(400, 'invalid_request', 'client_secret is missing.')
  }
  if (secret !== client.secret) {
    throw new OAuthError(401, 'invalid_client', 'The provided client secret is invalid.')
  }
}

function readBasic(authorization: string | undefined) {
  const encoded = /^Basic (.+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [id, secret] = Buffer.from(encoded, 'base64').toString().split(':', 2)
  return { id: formDecode(id), secret: formDecode(secret) }
}

function formDecode(part: string | undefined): string | undefined {
  return new URLSearchParams(`part=${part ?? ''}`).get('part') ?? undefined
}
