import { useState } from 'react'
import type { Uploader, UploaderOptions } from './uploader.ts'
import { windowUploads } from './window-uploads.ts'

/** The uploader of a place: the same one when its screen is closed and opened again. */
export function useUploader(place: string, finish?: UploaderOptions['finish']): Uploader {
  const [uploader] = useState(() => windowUploads.of(place, { finish }))
  return uploader
}
