// Improves the home page. Every link and form works without it, and every state has an address.
// The script before it defines Idiomorph.
const $ = (selector, inside = document) => inside.querySelector(selector)
const $$ = (selector, inside = document) => [...inside.querySelectorAll(selector)]
const page = () => $('.home')
const nightIn = href => new URL(href, location).searchParams.get('night')
const plain = e => !(e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey)
const send = (href, options) => fetch(href, options).catch(() => null)
const read = async answer =>
  new DOMParser().parseFromString((await answer?.text()) ?? '', 'text/html')
const within = '.month td:not(.is-outside)'

const dialog = document.createElement('dialog')
document.body.append(dialog)
/** The page behind the dialog, and what opened it. */
let shown = location.href
let opener
/** Only the latest request is shown. */
let turn = 0
let busy, moved, pushed, leaving, source

// What a person opened stays open.
const callbacks = { beforeAttributeUpdated: name => name !== 'open' }

/** The page, with what others changed since the one that is shown. */
function sinceShown(href) {
  const address = new URL(href, location)
  address.searchParams.set('since', page().dataset.entry)
  return address
}

/** Shows this page and returns its night; undefined when a later request overtook it. */
async function look(href, live) {
  const mine = ++turn
  busy = true
  const answer = await send(live ? sinceShown(href) : href)
  const next = await read(answer)
  if (mine !== turn) return
  busy = false
  const home = $('.home', next)
  if (!home) {
    // The server's page explains the error.
    if (!live || answer?.status === 401) location.assign(href)
    return
  }
  const night = $('#night', home)
  night?.remove()
  Idiomorph.morph(page(), home, { callbacks })
  // A fault stays until the next action, and so does a message that has the focus.
  if (!live || $('.toast', next) || !$('.said > .trouble, .said :focus'))
    Idiomorph.morph($('.said'), $('.said', next))
  rove()
  document.title = next.title
  if (!live) shown = night ? $('[data-close]', night).href : href
  if (moved) refresh()
  return night
}

function refresh() {
  moved = busy
  if (!busy) look(dialog.open ? shown : location.href, true)
}

async function go(href) {
  const night = await look(href)
  if (night === undefined) return
  // What follows inside the dialog takes the night's place, so that Close needs one step back.
  if (dialog.open) history.replaceState(null, '', href)
  else {
    history.pushState(null, '', href)
    pushed = night
  }
  if (night) show(night)
}

function show(night) {
  dialog.replaceChildren(night)
  dialog.setAttribute('aria-labelledby', 'night-title')
  if (!dialog.open) dialog.showModal()
  $('h2', night).focus()
}

function hide() {
  dialog.close()
  dialog.replaceChildren()
  $('.is-selected')?.classList.remove('is-selected')
}

/** Leaves the night and its address; focus goes back to its link. */
function close() {
  const id = nightIn(location)
  hide()
  focusNight(id)
  leaving = pushed
  pushed = null
  if (leaving) history.back()
  else history.replaceState(null, '', shown)
}

function focusNight(id) {
  const isIt = link => link?.isConnected && nightIn(link.href) === id
  ;[opener, ...$$('td a, .tonight a')].find(isIt)?.focus()
}

dialog.addEventListener('cancel', event => {
  event.preventDefault()
  close()
})
dialog.addEventListener('mousedown', event => {
  const { target, clientX: x, clientY: y } = event
  const box = dialog.getBoundingClientRect()
  const inside = x > box.left && x < box.right && y > box.top && y < box.bottom
  const typed = $$('input', dialog).some(field => field.value !== field.defaultValue)
  if (target !== dialog || inside || typed) return
  // A click would move the focus.
  event.preventDefault()
  close()
})

addEventListener('click', event => {
  const link = event.target.closest('.home a:not([href^="#"]), dialog a')
  if (link?.pathname !== '/' || !plain(event)) return
  event.preventDefault()
  if ('close' in link.dataset) return close()
  if (!dialog.open) opener = link
  go(link.href)
})

addEventListener('popstate', async () => {
  if (leaving) return (leaving = null)
  pushed = null
  if (dialog.open && !nightIn(location)) hide()
  const night = await look(location.href)
  if (night) show(night)
})

addEventListener('submit', async event => {
  const form = event.target
  if (!form.closest('.home, .said, dialog') || 'leaves' in form.dataset) return
  event.preventDefault()
  const { submitter } = event
  const body = new URLSearchParams(new FormData(form, submitter))
  if ((submitter?.formMethod || form.method) === 'get') return go(`/?${body}`)
  if (form.ariaBusy) return
  form.ariaBusy = 'true'
  // This page shows the progress, so the answer need not wait for the calendar.
  const headers = { prefer: 'respond-async' }
  const answer = await send(form.action, { method: 'POST', body, headers, redirect: 'manual' })
  form.ariaBusy = null
  listen()
  if (answer?.type !== 'opaqueredirect') return sayFault(form, await read(answer))
  $('.toast')?.remove()
  const rest = form.closest('.setup')
  const id = body.get('assignment_id') ?? nightIn(opener?.href ?? '')
  if (dialog.open) close()
  await look(shown)
  if (document.activeElement !== document.body) return
  if (rest?.isConnected) $('summary', rest).focus()
  else focusNight(id)
})

function sayFault(form, html) {
  $('#fault')?.remove()
  $('.toast')?.remove()
  const textContent = $('main p', html)?.textContent ?? page().dataset.unreachable
  const said = document.createElement('p')
  Object.assign(said, { id: 'fault', className: 'box trouble', role: 'alert', textContent })
  if (!dialog.open) {
    said.className = 'toast trouble'
    return $('.said').replaceChildren(said)
  }
  form.prepend(said)
  const field = $('input:not([type=hidden]), select, button', form)
  field.setAttribute('aria-describedby', 'fault')
  field.focus()
  form.scrollIntoView()
}

// Tab stops at one night of the month; arrow keys move through it.
function rove() {
  const nights = $$('.month td a')
  const { activeElement } = document
  const stop = nights.includes(activeElement) ? activeElement : $('.month a[aria-current]')
  for (const night of nights) night.tabIndex = night === (stop ?? nights[0]) ? 0 : -1
}
addEventListener('focusin', rove)

const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

addEventListener('keydown', event => {
  const { key, target } = event
  const nights = $$('.month td')
  const at = nights.indexOf(target.closest('td'))
  if (at < 0 || !plain(event)) return
  const week = at - (at % 7)
  const rel = { PageUp: 'prev', PageDown: 'next' }[key]
  if (rel) turnMonth(rel, at - nights.indexOf($(within)))
  else if (key in steps) focusFrom(nights, at + steps[key], steps[key])
  else if (key === 'Home') focusFrom(nights, week, 1)
  else if (key === 'End') focusFrom(nights, week + 6, -1)
  else return
  event.preventDefault()
})

/** The first night from there on that can be opened. */
function focusFrom(nights, from, step) {
  for (let at = from; nights[at]; at += step)
    if ($('a', nights[at])) return $('a', nights[at]).focus()
}

async function turnMonth(rel, day) {
  const link = $(`.month-bar [rel=${rel}]`)
  if (!link) return
  await go(link.href)
  const nights = $$(within)
  const there = [nights[day] ?? nights.at(-1), ...nights].map(cell => $('a', cell))
  ;(there.find(Boolean) ?? link).focus()
}

function listen() {
  if (document.hidden || source) return
  source = new EventSource('/status/events')
  source.onmessage = ({ data }) => heard(JSON.parse(data))
  source.onerror = () => {
    if (source?.readyState !== 2) return
    source = null
    poll()
  }
}

function heard({ revision }) {
  if (revision !== page().dataset.revision) refresh()
}

/** Without a stream: asks every 3 s, for a minute. */
async function poll() {
  for (let looks = 20; looks && !document.hidden && !source; looks--) {
    await new Promise(done => setTimeout(done, 3_000))
    const answer = await send('/status')
    if (answer?.status === 401) return
    if (answer?.ok) heard(await answer.json())
  }
}

function pause() {
  source?.close()
  source = null
}

addEventListener('visibilitychange', () => {
  if (document.hidden) return pause()
  listen()
  refresh()
})
// Firefox logs an error when a page is left with its stream open, and brings the page back as it was.
addEventListener('pagehide', pause)
addEventListener('pageshow', listen)

rove()
if ($('#night')) {
  shown = $('[data-close]').href
  show($('#night'))
}

// Opened from a home screen: this step of the set-up is done.
const step = $('#home-screen')
if (step && matchMedia('(display-mode: standalone)').matches)
  send(step.action, { method: 'POST', redirect: 'manual' }).then(refresh)
