/** A file of the tree: its path from the root, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface Finding {
  readonly path: string;
  readonly message: string;
}
