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
  const status = async (path: string) => (await service.inject(path)).statusCode
  t.equal(await status('/new'), 401)
  t.equal(await status('/session'), 401)
  t.equal(await status('/optional'), 200)
  t.equal(await status('/public'), 200)
})

t.test('every route has its access rule and headers', async t => {
  const web = await runWeb(t, { PUBLIC_URL: 'https://routine.example.com' })
  const routes = routesIn(web.service.printRoutes({ commonPrefix: false }))
  const { stylesheet } =
    /href="(?<stylesheet>\/assets\/site[^"]+)"/.exec((await web.service.inject('/')).body)
      ?.groups ?? {}
  const address = (path: string) => path.replace('/assets/:file', stylesheet ?? '')
  const signedIn = new Browser(web)
  await signedIn.signIn('alex@example.com')

  await t.test('every open path is a route', async t => {
    const paths = routes.map(({ path }) => path)
    t.same(
      open.filter(path => !paths.includes(path)),
      [],
    )
  })

  await t.test(
    'without a session, what needs one is 401: a page with the way in, or JSON',
    async t => {
      for (const { path, methods } of routes.filter(route => !open.includes(route.path)))
        for (const method of methods as ('GET' | 'HEAD' | 'POST')[]) {
          const { statusCode, body } = await web.service.inject({ method, url: path })
          t.equal(statusCode, 401, `${method} ${path}`)
          if (method === 'HEAD') t.equal(body, '')
          else if (path.startsWith('/api/assignment-'))
            t.same(JSON.parse(body), { error: 'Sign in to see this.' })
          else if (path.startsWith('/api/'))
            t.same(JSON.parse(body), {
              type: 'about:blank',
              title: 'Unauthorized',
              status: 401,
              detail: 'Sign in to see this.',
            })
          else t.match(body, /<h1>Error<\/h1><p>Sign in[^]*class="button" href="\/auth"/)
        }
    },
  )

  await t.test('JSON clients get JSON', async t => {
    const { headers, body } = await web.service.inject({
      url: '/calendars',
      headers: { accept: 'application/json' },
    })
    t.match(headers['content-type'], 'application/json')
    t.same(JSON.parse(body), { error: 'Sign in to see this.' })
  })

  await t.test('an unknown method gets 405 with the allowed ones', async t => {
    for (const { path, methods } of routes)
      for (const method of [
        'OPTIONS',
        ...['PUT', 'GET', 'POST', 'DELETE'].filter(known => !methods.includes(known)),
      ] as const) {
        const { statusCode, headers } = await web.service.inject({
          method: method as 'GET',
          url: address(path),
        })
        t.equal(statusCode, 405, `${method} ${path}`)
        t.same(headers.allow, methods.toSorted().join(', '), path)
      }
  })

  await t.test('HEAD is GET without a body', async t => {
    for (const { path } of routes.filter(({ methods }) => methods.includes('HEAD'))) {
      const head = await web.service.inject({ method: 'HEAD', url: address(path) })
      const get = await web.service.inject({ url: address(path) })
      t.equal(head.statusCode, get.statusCode, path)
      t.equal(head.body, '')
    }
  })

  await t.test('every response has the same strict headers, errors included', async t => {
    const answers = await Promise.all([
      ...routes.flatMap(({ path }) =>
        (['GET', 'POST'] as const).map(method =>
          web.service.inject({ method, url: address(path) }),
        ),
      ),
      web.service.inject('/nowhere'),
      web.service.inject('/%00'),
      web.service.inject('/%ff'),
      web.service.inject('/?month=x'),
      signedIn.get('/'),
      signedIn.get('/calendars'),
      signedIn.get('/?night=1'),
      signedIn.post('/calendars/select', { calendar_id: 'x' }),
    ])
    for (const { headers, statusCode } of answers) {
      t.equal(
        headers['content-security-policy'],
        "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
        String(statusCode),
      )
      t.match(headers, {
        'cache-control': /./,
        'x-request-id': /./,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'strict-transport-security': 'max-age=86400',
      })
    }
  })

  await t.test('browsers cache the stylesheet, not pages', async t => {
    t.equal((await signedIn.get('/')).headers['cache-control'], 'no-store')
    t.equal((await web.service.inject('/nowhere')).headers['cache-control'], 'no-store')
    const { headers } = await web.service.inject(stylesheet ?? '')
    t.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    t.match(headers['content-type'], 'text/css')
  })
})

t.test('HSTS is for https alone, and an operator says more', async t => {
  const { headers } = await (await routeService(t, null)).inject('/')
  t.notOk(headers['strict-transport-security'])
  const HSTS = 'max-age=31536000; includeSubDomains'
  t.match(securityHeaders({ PUBLIC_URL: 'https://routine.example.com', HSTS }), {
    'strict-transport-security': HSTS,
  })
})
