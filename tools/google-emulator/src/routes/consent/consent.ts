import formbody from '@fastify/formbody'
import { foldEmail } from '@night-routine/service'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { text, texts } from '../../events/parameters.ts'
import type { Query } from '../../events/parameters.ts'
import {
  AuthorizationRefused,
  readAuthorizationRequest,
} from '../../oauth/authorization-request.ts'
import type { AuthorizationRequest } from '../../oauth/authorization-request.ts'
import { agree, findGrant, isCovered } from '../../oauth/grants.ts'
import { contentSecurityPolicy } from '../../content-security-policy.ts'
import type { Provider } from '../../state/provider.ts'
import type { AuthorizationCode } from '../../state/state.ts'
import { chooseAccountView, consentView } from './consent-view.ts'

const path = '/o/oauth2/v2/auth'

/**
 * The authorization endpoint: choose an account, tick scopes, allow or deny. Which account was
 * chosen travels as `authuser` in the address, so there is no session.
 */
const consent: FastifyPluginAsync<{ provider: Provider }> = async (service, { provider }) => {
  await service.register(formbody)
  service.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof AuthorizationRefused)) throw error
    const { status, code, message } = error
    reply.header('content-security-policy', contentSecurityPolicy())
    return reply
      .status(status)
      .view('routes/consent/refused.hbs', { title: 'Access blocked', status, code, message })
  })

  service.get<{ Querystring: Query }>(path, async (request, reply) => {
    const asked = readAuthorizationRequest(request.query, provider.client)
    const account = chosenAccount(provider, request, asked)
    const covered = account !== undefined && isCovered(findGrant(provider, account.email), asked)

    if (covered && !asked.prompts.includes('consent')) {
      const code = agree(provider, asked, { email: account.email, ticked: asked.scopes })
      return reply.redirect(allowed(asked, code, 'none'))
    }
    if (asked.prompts.includes('none')) {
      return reply.redirect(backTo(asked, { error: 'interaction_required' }))
    }
    reply.header(
      'content-security-policy',
      contentSecurityPolicy({ formTarget: new URL(asked.redirectUri).origin }),
    )
    return account === undefined
      ? reply.view(
          'routes/consent/choose-account.hbs',
          chooseAccountView(provider.state.accounts, request.url),
        )
      : reply.view('routes/consent/consent.hbs', consentView(account, asked, request.url))
  })

  service.post<{ Querystring: Query; Body: Query | null }>(path, async (request, reply) => {
    const asked = readAuthorizationRequest(request.query, provider.client)
    const account = chosenAccount(provider, request, asked)
    const form = request.body ?? {}
    if (account === undefined) {
      throw new AuthorizationRefused(400, 'invalid_request', 'Choose an account first.')
    }
    if (text(form, 'decision') !== 'allow') {
      return reply.redirect(backTo(asked, { error: 'access_denied' }), 303)
    }
    const person = { email: account.email, ticked: texts(form, 'scope') }
    return reply.redirect(allowed(asked, agree(provider, asked, person), 'consent'), 303)
  })
}
export default consent

/** The account the person chose, else the one the client hinted at. */
function chosenAccount(
  provider: Provider,
  request: FastifyRequest<{ Querystring: Query }>,
  { loginHint, prompts }: AuthorizationRequest,
) {
  const known = provider.switches.rememberedAccount ?? undefined
  const hint = prompts.includes('select_account') ? undefined : (loginHint ?? known)
  const email = text(request.query, 'authuser') ?? hint
  return provider.state.accounts.find(account => account.email === foldEmail(email ?? ''))
}

function allowed(asked: AuthorizationRequest, given: AuthorizationCode, prompt: string): string {
  const { code, scopes } = given
  return backTo(asked, { code, scope: scopes.join(' '), authuser: '0', prompt })
}

function backTo({ redirectUri, state }: AuthorizationRequest, answer: Record<string, string>) {
  const url = new URL(redirectUri)
  if (state !== undefined) url.searchParams.set('state', state)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  return url.href
}
