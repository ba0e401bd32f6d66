/*
 * The checks of request bodies in a plan. It is a module of its own to be loaded late, and without the client: a
 * process that only validates needs neither, and one that plans new objects sends nothing.
 */

export { bodyProblems } from "../../client/request-body";
export { createRequests, updateRequests } from "../../service/requests";
