// Fills in a new household's time zone, and asks once where this device's clock differs.
const [select, offer, question] = ['time_zone', 'device-zone', 'zone'].map(id =>
  document.getElementById(id),
)
const device = Intl.DateTimeFormat().resolvedOptions().timeZone
// In winter, and in summer.
const clock = timeZone =>
  [0, 6].map(m => new Date(2030, m).toLocaleString('sv', { timeZone })).join()
const differs = zone => clock(zone) !== clock(device)

function choose(zone) {
  if (![...select].some(({ value }) => value === zone)) select.add(new Option(zone))
  select.value = zone
}

if (select) {
  let { from } = select.dataset
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

const asked = `zone_asked=${device}`

if (question && differs(question.dataset.zone) && !document.cookie.includes(asked)) {
  const [use, keep] = question.querySelectorAll('button')
  question.querySelector('span').textContent = use.value = device
  question.hidden = false
  question.onsubmit = keep.onclick = () => {
    document.cookie = `${asked}; path=/; max-age=31536000`
    question.hidden = true
  }
}
