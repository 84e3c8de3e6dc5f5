// Reads a date and its balance off the chart; without it, the table has the values.
const chart = document.querySelector('.chart')
const field = chart.querySelector('input')
const drawing = chart.querySelector('svg')
/** Where each date is on the drawing, and what it says. */
const values = JSON.parse(field.dataset.values)

function sayValue() {
  const [x, text] = values[field.value]
  chart.querySelector('.cursor').setAttribute('d', `M${x} 0V${drawing.viewBox.baseVal.height}`)
  chart.querySelector('output').value = text
  field.setAttribute('aria-valuetext', text)
}

/** The value in force there: a balance holds until the next night. */
function sayAt({ clientX }) {
  const { left, width } = drawing.getBoundingClientRect()
  const x = ((clientX - left) / width) * drawing.viewBox.baseVal.width
  field.value = values.findLastIndex(([at]) => at <= x)
  sayValue()
}

field.hidden = false
field.addEventListener('input', sayValue)
drawing.addEventListener('pointerdown', sayAt)
drawing.addEventListener('pointermove', sayAt)
sayValue()
