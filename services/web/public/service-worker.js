// Shows push messages, and the last plan that was seen while there is no network; in place of other pages, that there is none.
const copies = 'last-plan'
const icon = '/assets/icon-192.png'
/** Grows with each sign-out, so that a page that was on its way is not kept after it. */
let era = 0

addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil(clients.claim()))

addEventListener('fetch', event => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (origin !== location.origin || method !== 'GET') return
  // Also where a sign-out leads, so that one that was refused forgets nothing.
  if (pathname === '/') event.respondWith(home(event))
  else if (pathname.startsWith('/assets/'))
    event.respondWith(caches.match(url).then(copy => copy ?? fetch(event.request)))
  else if (mode === 'navigate') event.respondWith(fetch(event.request).catch(offlinePage))
})

/** The network first. */
async function home(event) {
  const mine = era
  const answer = await fetch(event.request).catch(() => null)
  if (answer === null) {
    // The plan has no details of a night.
    const isNight = new URL(event.request.url).searchParams.has('night')
    return isNight ? offlinePage() : ((await lastPlan()) ?? Response.error())
  }
  // The server says which pages are the plan, and when no one is signed in.
  const rule = answer.headers.get('offline-copy')
  // The browser may have lost its subscription: compared once a start.
  if (rule === 'keep')
    event.waitUntil(keep(answer.clone(), mine).then(() => (self.told ??= renew({}))))
  if (rule === 'drop') event.waitUntil(forget())
  return answer
}

async function keep(page, mine) {
  const html = await page.clone().text()
  const parts = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, part]) => part)
  if (mine !== era) return
  const cache = await caches.open(copies)
  for (const { url } of await cache.keys())
    if (![...parts, '/', '/offline'].includes(new URL(url).pathname)) await cache.delete(url)
  for (const part of parts) if (!(await cache.match(part))) await cache.add(part).catch(() => {})
  // It has the same parts and language.
  await cache.add('/offline').catch(() => {})
  await cache.put('/', page)
  if (mine !== era) await caches.delete(copies)
}

async function forget() {
  era += 1
  await caches.delete(copies)
}

const kept = path => caches.match(path, { cacheName: copies, ignoreVary: true })

async function offlinePage() {
  return (await kept('/offline')) ?? Response.error()
}

/** The page says itself as of when it is. */
async function lastPlan() {
  const page = await kept('/')
  const html = (await page?.text())?.replace(' data-offline hidden', ' data-offline')
  return html && new Response(html, { headers: page.headers })
}

addEventListener('push', event => event.waitUntil(show(event.data)))

async function show(data) {
  let message = {}
  try {
    message = data.json()
  } catch {
    // A message without words still has to be shown: browsers punish silent ones.
  }
  const { title = 'Night Routine', body = '', tag = '', url = '/', turnOff, answers } = message
  await registration.showNotification(title, {
    body,
    tag,
    icon,
    data: { url, turnOff, answers },
    actions: answers
      ? ['accept', 'decline'].map(action => ({ action, title: answers[action] }))
      : turnOff
        ? [{ action: 'turn-off', title: turnOff.label }]
        : [],
  })
}

addEventListener('notificationclick', event => {
  const { action, notification } = event
  const { url, turnOff, answers } = notification.data
  notification.close()
  if (action === 'turn-off') event.waitUntil(unsubscribe(turnOff.url))
  else event.waitUntil(action ? answerAsk(answers.url, action, notification.tag) : open(url))
})

const post = (url, fields, headers) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers }).catch(() => false)

/** One press; the page asks where the server could not be reached. */
async function unsubscribe(url) {
  const { ok } = await post(url, { 'List-Unsubscribe': 'One-Click' })
  if (!ok) await clients.openWindow(url)
}

/** One press, which says what came of it; the page says why nothing did. */
async function answerAsk(url, answer, tag) {
  const answered = await post(url, { answer }, { accept: 'application/json' })
  if (!answered.ok) return clients.openWindow(url)
  const { title } = await answered.json()
  await registration.showNotification(title, { tag, icon, data: { url: '/' } })
}

async function open(url) {
  const there = new URL(url, location)
  const href = there.origin === location.origin ? there.href : '/'
  const [page] = await clients.matchAll({ type: 'window' })
  if (!page) return clients.openWindow(href)
  await page.focus().catch(() => {})
  if (page.url !== href) await page.navigate(href)
}

/**
 * The browser replaced its subscription, or may have lost it without a word. The server takes the new one if it knows the
 * last one, and says with which key to make one if it knows one that the browser has not.
 */
addEventListener('pushsubscriptionchange', event => event.waitUntil(renew(event)))

async function renew({ oldSubscription: last, newSubscription }) {
  const { pushManager } = registration
  const found = newSubscription ?? (await pushManager.getSubscription())
  const key = await tell(found, last && { replaces: last.endpoint })
  if (found || !key) return
  const made = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch(() => {})
  await tell(made, !made && { lost: 1 })
}

async function tell(subscription, more) {
  const { endpoint, keys } = subscription?.toJSON() ?? {}
  const fields = { ...(endpoint && { endpoint, ...keys }), ...more }
  const answer = await post('/you/devices/renew', fields)
  return answer.ok && answer.text()
}
