import { testEveryWrite } from "./every-write";
import { interruptions } from "./rows";

testEveryWrite(interruptions);
