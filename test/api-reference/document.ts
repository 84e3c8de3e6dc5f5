/** The part of JSON Schema that our routes use. */
export interface JsonSchema {
  type?: string
  title?: string
  description?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  required?: string[]
  properties?: Record<string, JsonSchema>
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}

type Content = Record<string, { schema?: JsonSchema }>

/** A method of a path. */
export interface Operation {
  summary?: string
  security?: object[]
  parameters?: {
    in: string
    name: string
    required?: boolean
    description?: string
    schema: JsonSchema
  }[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

/** The part of an OpenAPI document that the page shows. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
}
