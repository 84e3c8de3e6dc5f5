import t from 'tap'
import { createLogger, createService } from '@night-routine/service'
import { sayError, translateError } from '../src/plugins/errors.ts'
import { securityHeaders } from '../src/plugins/security-headers.ts'
import { sessions } from '../src/plugins/sessions.ts'
import { Browser } from './browser.ts'
import { routeService } from './route-service.ts'
import { runWeb } from './running-web.ts'
import { webContext } from './web-context.ts'

/** The paths that need no session. */
const open = [
  '/',
  '/auth',
  '/oauth/callback',
  '/sign-out',
  '/feed/:link/calendar.ics',
  '/share/:link',
  '/invitations/:invitation',
  '/invitations/:invitation/sign-in',
  '/share/:link/tonight.json',
  '/unsubscribe',
  '/asks/link',
  '/service-worker.js',
  '/help',
  '/manifest.webmanifest',
  '/assets/:file',
  '/healthz',
  '/readyz',
]
const csp =
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"

/** The routes of a service, parsed from Fastify's tree. */
function routesIn(tree: string) {
  const parents: string[] = []
  return tree.split('\n').flatMap(line => {
    const [, indent = '', segment = '', methods] =
      /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? []
    const depth = indent.length / 4
    const slash = segment.startsWith('.') ? '' : '/'
    const path = `${parents[depth - 1] ?? ''}${slash}${segment}`.replaceAll(/\/+/g, '/')
    parents[depth] = path
    return methods === undefined ? [] : [{ path, methods: methods.split(', ') }]
  })
}

t.test('a route that says nothing needs a session', async t => {
  const logger = createLogger({ name: 'test', level: 'silent' })
  const service = createService({ logger, translateError, sayError })
  t.teardown(() => service.close())
  sessions(service, await webContext(t))
  service.get('/new', async () => 'inside')
  for (const access of ['session', 'optional', 'public'] as const)
    service.get(`/${access}`, { config: { access } }, async () => 'inside')
  for (const [path, status] of [
    ['/new', 401],
    ['/session', 401],
    ['/optional', 200],
    ['/public', 200],
  ] as const)
    t.equal((await service.inject(path)).statusCode, status, path)
})

t.test('every route has its access rule and headers', async t => {
  const web = await runWeb(t, { PUBLIC_URL: 'https://routine.example.com' })
  const inject = async (url: string, method: string, headers = {}) => {
    const answer = await web.service.inject({ method: method as 'GET', url, headers })
    t.equal(answer.headers['content-security-policy'], csp, `${method} ${url}`)
    t.match(answer.headers, {
      'cache-control': /./,
      'x-request-id': /./,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=86400',
    })
    return answer
  }
  const routes = routesIn(web.service.printRoutes({ commonPrefix: false }))
  const { stylesheet = '' } =
    /href="(?<stylesheet>\/assets\/site[^"]+)"/.exec((await inject('/', 'GET')).body)?.groups ?? {}
  const paths = new Set(routes.map(({ path }) => path))
  t.same(
    open.filter(path => !paths.has(path)),
    [],
    'every open path is a route',
  )
  const signIn = 'Sign in to see this.'
  for (const { path, methods } of routes) {
    const url = path.replace('/assets/:file', stylesheet)
    for (const method of methods.filter(() => !open.includes(path))) {
      const { statusCode, body } = await inject(url, method)
      t.equal(statusCode, 401, `${method} ${path}`)
      if (method === 'HEAD') t.equal(body, '')
      else if (path.startsWith('/api/assignment-')) t.same(JSON.parse(body), { error: signIn })
      else if (path.startsWith('/api/'))
        t.same(JSON.parse(body), {
          type: 'about:blank',
          title: 'Unauthorized',
          status: 401,
          detail: signIn,
        })
      else t.match(body, /<h1>Error<\/h1><p>Sign in[^]*class="button" href="\/auth"/)
    }
    const others = ['PUT', 'GET', 'POST', 'DELETE'].filter(known => !methods.includes(known))
    for (const method of ['OPTIONS', ...others]) {
      const { statusCode, headers } = await inject(url, method)
      t.equal(statusCode, 405, `${method} ${path}`)
      t.same(headers.allow, methods.toSorted().join(', '), path)
    }
    if (methods.includes('HEAD') && open.includes(path)) {
      const [head, get] = [await inject(url, 'HEAD'), await inject(url, 'GET')]
      t.same([head.statusCode, head.body], [get.statusCode, ''], path)
    }
  }
  const json = await inject('/calendars', 'GET', { accept: 'application/json' })
  t.same(json.json(), { error: signIn })
  for (const url of ['/nowhere', '/%00', '/?month=x']) await inject(url, 'GET')
  const signedIn = new Browser(web)
  await signedIn.signIn('alex@example.com')
  for (const url of ['/', '/nowhere'])
    t.equal((await signedIn.get(url)).headers['cache-control'], 'no-store')
  const { headers } = await inject(stylesheet, 'GET')
  t.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  t.match(headers['content-type'], 'text/css')
})

t.test('HSTS is for https alone, and an operator says more', async t => {
  const { headers } = await (await routeService(t, null)).inject('/')
  t.notOk(headers['strict-transport-security'])
  const HSTS = 'max-age=31536000; includeSubDomains'
  t.match(securityHeaders({ PUBLIC_URL: 'https://routine.example.com', HSTS }), {
    'strict-transport-security': HSTS,
  })
})
