// Fills in a new household's time zone, and asks once where this device's clock differs.
const [select, offer, question] = ['time_zone', 'device-zone', 'zone'].map(id =>
  document.getElementById(id),
)
const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
// In winter, and in summer.
const days = [0, 6].map(month => new Date(2030, month))

function choose(zone) {
  if (![...select].some(({ value }) => value === zone)) select.add(new Option(zone))
  select.value = zone
}

if (select) {
  let { from } = select.dataset
  const device = deviceZone()
  const clock = timeZone => days.map(day => day.toLocaleString('sv', { timeZone })).join()
  // Most devices are in the zone, and loading time zones takes a phone longer than showing the page.
  const differs = zone => zone !== device && clock(zone) !== clock(device)
  const compare = () => (offer.hidden = !differs(select.value))
  offer.firstChild.append(` (${device})`)
  if (from === 'browser') choose(device)
  compare()
  addEventListener('change', ({ target }) => {
    if (target === select) from = ''
    if (from === 'calendar') choose(target.dataset.zone || select.value)
    compare()
  })
  offer.onclick = () => {
    from = ''
    choose(device)
    compare()
  }
}

// The page says its own offsets, because loading the names of time zones takes a phone longer than showing the page.
const offsets = days.map(day => day.getTimezoneOffset()).join()
const asked = `zone_asked=${offsets.replace(',', '_')}`

if (question && question.dataset.offsets !== offsets && !document.cookie.includes(asked))
  setTimeout(ask)

function ask() {
  const [use, keep] = question.querySelectorAll('button')
  question.querySelector('span').textContent = use.value = deviceZone()
  question.hidden = false
  question.onsubmit = keep.onclick = () => {
    document.cookie = `${asked}; path=/; max-age=31536000`
    question.hidden = true
  }
}
