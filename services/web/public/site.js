// Improves the home page. Every link and form works without it, and every state has an address.
const dialog = document.createElement('dialog')
document.body.append(dialog)
const page = () => document.querySelector('.home')
const nightIn = href => new URL(href, location.href).searchParams.get('night')

/** The page behind the dialog, and the link that opened it. */
let shown = location.href
let opener = null
/** Only the latest wish is shown; what moves meanwhile is looked at afterwards. */
let turn = 0
let busy = false
let moved = false
let leaving = false

/** Makes what is shown agree with what came: only what differs is touched, so that focus stays. */
function agree(old, next) {
  if (old.isEqualNode(next)) return
  if (old.nodeType !== 1 || old.localName !== next.localName) return old.replaceWith(next)
  for (const { name } of [...old.attributes])
    if (!next.hasAttribute(name)) old.removeAttribute(name)
  for (const { name, value } of next.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value)
  let at = old.firstChild
  for (const node of [...next.childNodes]) {
    const key = keyOf(node)
    let same = at
    while (key && same && keyOf(same) !== key) same = same.nextSibling
    if (same && (key || !keyOf(same))) {
      while (at !== same) at = drop(at)
      at = same.nextSibling
      agree(same, node)
    } else old.insertBefore(node, at)
  }
  while (at) at = drop(at)
}

function drop(node) {
  const after = node.nextSibling
  node.remove()
  return after
}

/** What comes and goes has a name, so that its neighbours are not taken for it. */
function keyOf(node) {
  if (node.nodeType !== 1) return ''
  const part = node.parentNode?.className === 'home' && node.classList[0]
  return node.id || node.getAttribute('rel') || node.getAttribute('aria-labelledby') || part || ''
}

/** Shows the page of this address, and gives its night; undefined where a later wish came first. */
async function look(href, live = false) {
  const mine = ++turn
  busy = true
  try {
    const response = await fetch(href).catch(() => null)
    const next = new DOMParser().parseFromString((await response?.text()) ?? '', 'text/html')
    if (mine !== turn) return undefined
    const home = next.querySelector('.home')
    if (home === null) {
      // Signed out, or not there any more: the server says which.
      if (!live || response?.status === 401) location.assign(href)
      return undefined
    }
    const night = home.querySelector('#night')
    night?.remove()
    const said = page().querySelector('.said')
    // A message stays until somebody does something.
    if (live && !home.querySelector('.notice'))
      home.querySelector('.said').replaceWith(said.cloneNode(true))
    agree(page(), home)
    document.title = next.title
    if (!live) shown = night?.querySelector('[data-close]').href ?? href
    return night
  } finally {
    if (mine === turn) busy = false
    if (!busy && moved) refresh()
  }
}

function refresh() {
  moved = busy
  if (!busy) look(dialog.open ? shown : location.href, true)
}

async function go(href) {
  if ((await look(href)) !== undefined) history.pushState(null, '', href)
}

// A night, in a dialog

function show(night) {
  dialog.replaceChildren(night)
  dialog.setAttribute('aria-labelledby', 'night-title')
  if (!dialog.open) dialog.showModal()
  dialog.scrollTop = 0
  night.querySelector('h2').focus()
}

async function openNight(link) {
  const { href } = link
  const night = await look(href)
  if (!night) return
  opener = link
  history.pushState({ night: true }, '', href)
  show(night)
}

/** Closes the dialog and leaves its address; focus goes back to the night. */
function close() {
  const id = nightIn(location.href)
  hide()
  focusNight(id)
  leaving = history.state?.night === true
  if (leaving) history.back()
  else history.replaceState(null, '', shown)
}

function hide() {
  dialog.close()
  dialog.replaceChildren()
  document.querySelector('.is-selected')?.classList.remove('is-selected')
}

function focusNight(id) {
  const links = [opener, ...document.querySelectorAll('td a, .home a')]
  links.find(link => link?.isConnected && nightIn(link.href) === id)?.focus()
}

const isTyped = () =>
  [...dialog.querySelectorAll('input')].some(field => field.value !== field.defaultValue)

dialog.addEventListener('cancel', event => {
  event.preventDefault()
  close()
})
// A browser may close it without asking.
dialog.addEventListener('close', () => dialog.firstChild && close())
dialog.addEventListener('mousedown', event => {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  const { clientX: x, clientY: y } = event
  const outside = x < left || x > right || y < top || y > bottom
  if (event.target === dialog && outside && !isTyped()) close()
})

document.addEventListener('click', event => {
  const link = event.target.closest('.home a, dialog a')
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return
  if (link.pathname !== '/') return
  event.preventDefault()
  if (link.dataset.close !== undefined) close()
  else if (nightIn(link.href)) openNight(link)
  else go(link.href)
})

addEventListener('popstate', async () => {
  if (leaving) return void (leaving = false)
  if (!nightIn(location.href) && dialog.open) hide()
  const night = await look(location.href)
  if (night) show(night)
})

// Forms

document.addEventListener('submit', async event => {
  const form = event.target
  if (!form.closest('.home, dialog')) return
  event.preventDefault()
  if (form.ariaBusy) return
  form.ariaBusy = 'true'
  const body = new URLSearchParams(new FormData(form))
  const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(
    () => null,
  )
  form.ariaBusy = null
  listen()
  if (answer?.type !== 'opaqueredirect') return sayFault(form, await wordsOf(answer))
  page().querySelector('.notice')?.remove()
  const id = body.get('assignment_id')
  if (id && dialog.open) close()
  await look(shown)
  if (document.activeElement === document.body) focusNight(id ?? nightIn(opener?.href ?? ''))
})

async function wordsOf(answer) {
  const html = new DOMParser().parseFromString((await answer?.text()) ?? '', 'text/html')
  return html.querySelector('main p')?.textContent ?? page().dataset.unreachable
}

function sayFault(form, words) {
  document.querySelector('#fault')?.remove()
  const said = document.createElement('p')
  said.id = 'fault'
  said.className = 'box trouble'
  said.role = 'alert'
  said.textContent = words
  if (!dialog.open) return page().querySelector('.said').replaceChildren(said)
  form.prepend(said)
  const field = form.querySelector('input:not([type=hidden]), select, button')
  field.setAttribute('aria-describedby', 'fault')
  field.focus()
}

// Arrow keys in the month; Tab goes through all nights as ever

const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

document.addEventListener('keydown', event => {
  const cell = event.target.closest('.month td')
  if (!cell || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const nights = [...document.querySelectorAll('.month td')]
  const at = nights.indexOf(cell)
  const { key } = event
  const rel = { PageUp: 'prev', PageDown: 'next' }[key]
  const week = at - (at % 7)
  if (rel) turnMonth(rel, at - nights.findIndex(isInside))
  else if (key in steps) focusFrom(nights, at + steps[key], steps[key])
  else if (key === 'Home') focusFrom(nights.slice(0, week + 7), week, 1)
  else if (key === 'End') focusFrom(nights.slice(week), 6, -1)
  else return
  event.preventDefault()
})

const isInside = cell => !cell.classList.contains('is-outside')

/** The first night from there on that can be opened. */
function focusFrom(nights, from, step) {
  for (let at = from; nights[at]; at += step) {
    const link = nights[at].querySelector('a')
    if (link) return link.focus()
  }
}

async function turnMonth(rel, day) {
  const link = document.querySelector(`.month-bar [rel=${rel}]`)
  if (!link) return
  await go(link.href)
  const nights = [...document.querySelectorAll('.month td')].filter(isInside)
  const there = nights[Math.min(day, nights.length - 1)]?.querySelector('a')
  const target = there ?? nights.map(cell => cell.querySelector('a')).find(Boolean) ?? link
  target.focus()
}

// What moves elsewhere

let source = null

function listen() {
  if (document.hidden || source) return
  source = new EventSource('/status/events')
  source.onmessage = ({ data }) => heard(JSON.parse(data))
  source.onerror = () => {
    if (source?.readyState !== EventSource.CLOSED) return
    source = null
    poll(Date.now() + 60_000)
  }
}

function heard({ revision }) {
  if (revision !== page().dataset.revision) refresh()
}

/** Where nothing streams: a look every 3 s, for a minute. */
async function poll(until) {
  while (Date.now() < until && !document.hidden && !source) {
    await new Promise(done => setTimeout(done, 3_000))
    const answer = await fetch('/status').catch(() => null)
    if (answer?.status === 401) return
    if (answer?.ok) heard(await answer.json())
  }
}

function rest() {
  source?.close()
  source = null
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) return rest()
  listen()
  refresh()
})
addEventListener('pagehide', rest)
addEventListener('pageshow', listen)

const night = document.querySelector('#night')
if (night) {
  shown = night.querySelector('[data-close]').href
  show(night)
}
listen()
