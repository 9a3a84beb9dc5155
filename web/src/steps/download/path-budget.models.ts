/**
 * Explorer, Word and most programs on Windows open no path longer than this, and Explorer leaves out a file that would get
 * one while it unpacks. UTF-16 units.
 */
const longestPath = 259;

/** `C:\Users\<20 characters>\Downloads\`, with room for a folder of the person's own. */
const roomAbove = 60;

/** Name of the zip, which its unpacked folder gets. */
export const zipNameLength = 40;

/** ", part 10 of 12" */
const partLength = 16;

/** Longest path in the zip, below the unpacked folder. */
export const pathLength = longestPath - roomAbove - zipNameLength - partLength - "\\".length;

/** Folder of one of several requests. */
export const requestFolderLength = 32;

/** Folder of an item, in a zip or a request's folder that leaves this much for the path. The file's name needs the rest. */
export const itemFolderLength = (room: number): number => Math.floor(room / 3);
