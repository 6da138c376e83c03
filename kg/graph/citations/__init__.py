"""Links as steps with their receipts."""
