import type { FastifyReply } from 'fastify'
import { GoogleError } from '../google-error.ts'
import { OAuthError } from '../oauth/oauth-error.ts'
import type { FailRule } from './contract.ts'

/** Google's message for each reason, from https://developers.google.com/calendar/api/guides/errors. */
const messages: Record<string, string> = {
  authError: 'Invalid Credentials',
  backendError: 'Backend Error',
  badRequest: 'Bad Request',
  conditionNotMet: 'Precondition Failed',
  deleted: 'Resource has been deleted',
  duplicate: 'The requested identifier already exists.',
  forbidden: 'Forbidden',
  forbiddenForNonOrganizer: 'Shared properties can only be changed by the organizer of the event.',
  fullSyncRequired: 'Sync token is no longer valid, a full sync is required.',
  insufficientPermissions: 'Request had insufficient authentication scopes.',
  notACalendarUser: 'The user must be signed up for Google Calendar.',
  notFound: 'Not Found',
  quotaExceeded: 'Calendar usage limits exceeded.',
  rateLimitExceeded: 'Rate Limit Exceeded',
  userRateLimitExceeded: 'User Rate Limit Exceeded',
}

const usualReasons: Record<number, string> = {
  400: 'badRequest',
  401: 'authError',
  403: 'forbidden',
  404: 'notFound',
  409: 'duplicate',
  410: 'fullSyncRequired',
  412: 'conditionNotMet',
  429: 'rateLimitExceeded',
}

const page = (status: number) => `<!DOCTYPE html>
<html lang=en><title>Error ${status} (Server Error)!!1</title>
<p><b>${status}.</b> <ins>That’s an error.</ins>
<p>The server encountered a temporary error and could not complete your request.
`

/** Answers a request with the fault a test has asked for. */
export function sendFailure(reply: FastifyReply, rule: FailRule, path: string): FastifyReply {
  const { reason, retryAfterSeconds, status } = rule
  reply.status(status)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds.toString())
  // Google's load balancers send these, as HTML.
  if (reason === undefined && (status === 502 || status === 504)) {
    return reply.type('text/html; charset=UTF-8').send(page(status))
  }
  if (!path.startsWith('/calendar/')) {
    const code = reason ?? (status < 500 ? 'invalid_request' : 'internal_failure')
    return reply.send(new OAuthError(status, code, 'Bad Request').body())
  }
  const known = reason ?? usualReasons[status] ?? 'backendError'
  const domain = /rate|quota/i.test(known) ? 'usageLimits' : 'global'
  return reply.send(new GoogleError(status, known, messages[known] ?? known, { domain }).body())
}
