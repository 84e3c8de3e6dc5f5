// Fills in the time zone of a new household, and asks once where this device's clock differs from the household's.
const device = Intl.DateTimeFormat().resolvedOptions().timeZone
const year = new Date().getFullYear()
/** What clocks show on a winter and on a summer day. */
const clock = zone =>
  [0, 6].map(month => new Date(year, month, 15).toLocaleString('sv', { timeZone: zone })).join()
const differs = zone => zone !== device && clock(zone) !== clock(device)

const select = document.querySelector('#time_zone')
const offer = document.querySelector('#device-zone')
let touched = false

function choose(zone) {
  if (![...select.options].some(({ value }) => value === zone)) select.add(new Option(zone), 0)
  select.value = zone
  compare()
}

function compare() {
  offer.hidden = !differs(select.value)
}

if (select) {
  offer.firstChild.append(` (${device})`)
  if (select.dataset.from === 'browser') choose(device)
  else compare()
  addEventListener('change', ({ target }) => {
    if (target === select) touched = true
    else if (target.dataset.zone && !touched && select.dataset.from === 'calendar')
      choose(target.dataset.zone)
    compare()
  })
  offer.onclick = () => {
    touched = true
    choose(device)
    select.focus()
  }
}

const question = document.querySelector('#zone')
const asked = `zone_asked=${encodeURIComponent(device)}`

if (question && differs(question.dataset.zone) && !document.cookie.split('; ').includes(asked)) {
  const [use, keep] = question.querySelectorAll('button')
  const remember = () => {
    document.cookie = `${asked}; path=/; max-age=31536000; samesite=lax`
  }
  question.querySelector('span').textContent = device
  use.value = device
  question.onsubmit = remember
  keep.onclick = () => {
    remember()
    question.hidden = true
  }
  question.hidden = false
}
