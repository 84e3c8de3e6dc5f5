// The bill of materials, in CycloneDX format.
import { Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library'

/**
 * Returns the SBOM: all production dependencies with version, licence and package URL.
 * @param {string} version of Night Routine
 * @param {import('./dependencies.js').Dependency[]} dependencies
 */
export function billOfMaterials(version, dependencies) {
  const root = new Models.Component(Enums.ComponentType.Application, 'night-routine', {
    version,
    bomRef: 'night-routine',
  })
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: root }) })
  for (const dependency of dependencies) {
    const component = componentOf(dependency)
    bom.components.add(component)
    root.dependencies.add(component.bomRef)
  }
  const normalize = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)
  return new Serialize.JsonSerializer(normalize).serialize(bom, { sortLists: true, space: 2 })
}

function componentOf({ name, version, licence, description }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const component = new Models.Component(Enums.ComponentType.Library, name, {
    version,
    purl,
    description,
    bomRef: purl,
  })
  component.licenses.add(licenceOf(licence))
  return component
}

function licenceOf(licence) {
  if (/ (OR|AND) /.test(licence)) return new Models.LicenseExpression(licence)
  if (SPDX.isSupportedSpdxId(licence)) return new Models.SpdxLicense(licence)
  return new Models.NamedLicense(licence)
}
